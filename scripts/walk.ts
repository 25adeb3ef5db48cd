/**
 * `npm run walk`: walks through the console in Chromium as a person who tries everything, on three published documents, and reports
 * where a step failed: something could not be done, never ended loading, or was wider than the screen. Arguments: OpenAPI documents,
 * or words of the names of published ones; `--width 390`, `--theme dark`, `--pictures FOLDER`. Needs Chromium on the PATH, curl, and
 * the network the first time.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startStandin } from '../bench/standin-server.ts'
import { openBrowser } from '../test/support/browser.ts'
import { fetchPackages } from './documents/fetch-packages.ts'
import { pickDocuments } from './documents/pick-documents.ts'
import { readArguments } from './read-arguments.ts'
import { walkOverview, walkRecords } from './walk/walk-records.ts'
import { walkMissing, walkReference, walkSandboxes } from './walk/walk-sandboxes.ts'
import { walkCoverage, walkKeys, walkScenarios, walkTime } from './walk/walk-settings.ts'
import { walkTimeline, walkTraffic } from './walk/walk-traffic.ts'
import { createWalker, type WalkOptions } from './walk/walker.ts'

const { values, positionals } = readArguments(import.meta.filename, {
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1280' },
    theme: { type: 'string', default: 'light' },
    pictures: { type: 'string' },
  },
})

const defaults = ['stripe', 'api.github', 'train-travel']

/** In the order in which a person would try them. */
const parts = [
  walkOverview,
  walkRecords,
  walkTraffic,
  walkTimeline,
  walkScenarios,
  walkCoverage,
  walkSandboxes,
  walkTime,
  walkKeys,
  walkReference,
  walkMissing,
]

const findDocuments = (): readonly string[] => {
  const wanted = positionals.length > 0 ? positionals : defaults
  if (wanted.every((file) => existsSync(file))) return wanted
  const published = pickDocuments(fetchPackages('documents')).filter(({ group }) => group !== 'sample')
  return wanted.flatMap((word) => published.find(({ name }) => name.includes(word))?.file ?? [])
}

/** Returns the names of the steps that failed. */
const walk = async (browser: Browser, file: string): Promise<readonly string[]> => {
  const began = performance.now()
  const server = await startStandin([file, '--any-key', '--rewind'], { isPinned: false })
  const options: WalkOptions = {
    url: server.url,
    width: Number(values.width),
    theme: values.theme === 'dark' ? 'dark' : 'light',
    pictures:
      values.pictures === undefined ? undefined : join(values.pictures, file.replaceAll(/\W+/g, '-').slice(-40)),
  }
  const walker = await createWalker(browser, options)
  try {
    console.log(`\n${file}, ${options.width} pixels wide, ${options.theme}`)
    for (const part of parts) await part(walker)
  } finally {
    await walker.close()
    await server.stop()
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${walker.steps.length} steps, ${walker.failed.length} failed, ${seconds} s`)
  return walker.failed
}

const browser = await openBrowser()
try {
  let failed = 0
  for (const file of findDocuments()) failed += (await walk(browser, file)).length
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await browser.close()
}
