/**
 * Terminal colours. The only file that imports picocolors.
 */
import pc from 'picocolors'

export type Colors = ReturnType<typeof pc.createColors>

export const createColors = (enabled: boolean): Colors => pc.createColors(enabled)
