/**
 * CHROMIUM may name an installed browser, so that none has to be downloaded.
 */
import { defineConfig } from '@playwright/test'

const { CHROMIUM } = process.env

export default defineConfig({
  testMatch: '*.test.js',
  use: CHROMIUM ? { launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] } } : {},
})
