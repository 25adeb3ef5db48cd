/**
 * File systems of their own for tests, which only the superuser of Linux can mount.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Mounted extends Disposable {
  readonly folder: string
}

const mount = (...args: readonly string[]): Mounted => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-mount-'))
  execFileSync('mount', [...args, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  return {
    folder,
    [Symbol.dispose]: () => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Memory as a file system that has no more space than this. */
export const mountMemory = (kibibytes: number): Mounted => mount('-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs')

/** The file system in an image. It writes what was not synced as late as possible. */
export const mountImage = (image: string): Mounted => mount('-o', 'loop,commit=600', image)

/** A file with an empty file system. */
export const createImage = (image: string): void => {
  writeFileSync(image, '')
  truncateSync(image, 64 * 1024 * 1024)
  execFileSync('mkfs.ext4', ['-q', '-F', image])
}

/** Why such a file system cannot be mounted here; undefined: it can. */
export const whyNoMemory = (): string | undefined => findReason(() => mountMemory(64)[Symbol.dispose]())

export const whyNoImage = (): string | undefined =>
  findReason(() => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-image-'))
    try {
      createImage(join(folder, 'image'))
      mountImage(join(folder, 'image'))[Symbol.dispose]()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

const findReason = (attempt: () => void): string | undefined => {
  try {
    attempt()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : String(error)
  }
}

/** The image as a power cut leaves it: without what the file system has not yet written. */
export const cutPower = (image: string, to: string): void => copyFileSync(image, to)
