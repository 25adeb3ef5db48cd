/**
 * Saves a sandbox as a file on this machine: its records, next ids and keys as a fixture set.
 */
import type { Api } from '../../api/client.ts'

export const downloadExport = async (api: Api, id: string): Promise<void> => {
  const response = await api.open('exportSandbox', { path: { id } })
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  // The browser replaces what a file name cannot contain.
  link.download = `${id}.json`
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
