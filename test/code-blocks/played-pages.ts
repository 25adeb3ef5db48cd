/**
 * Pages whose curl commands run in order against one server, with the responses that the page shows. The tests that run them and the
 * test that no block is left out read this table.
 */

/** Against the sample API, without options. */
export const samplePages: readonly string[] = [
  'CONTRIBUTING.md',
  'docs/headers.md',
  'docs/scenarios.md',
  'docs/control.md',
  'docs/keys.md',
  'docs/tokens.md',
]

/** Pages that other tests play, with the files and options that they need. */
export const otherPages: Readonly<Record<string, string>> = {
  'README.md': 'test/readme.test.ts',
  'docs/demo.md': 'test/pages.test.ts',
  'docs/fixtures.md': 'test/pages.test.ts',
  'docs/inference.md': 'test/pages.test.ts',
  'docs/migrate/from-json-server.md': 'test/migrate/migrate.test.ts',
  'docs/migrate/from-mockoon.md': 'test/migrate/migrate.test.ts',
  'docs/migrate/from-msw.md': 'test/migrate/msw.test.ts',
  'docs/migrate/from-prism.md': 'test/migrate/migrate.test.ts',
  'docs/migrate/from-wiremock.md': 'test/migrate/migrate.test.ts',
  'docs/overlay.md': 'test/pages.test.ts',
  'docs/webhooks.md': 'test/pages.test.ts',
}

/** Pages whose blocks with a file name are written to a folder and used there. */
export const filePages: Readonly<Record<string, string>> = {
  'docs/fixtures.md': 'test/pages.test.ts',
  'docs/inference.md': 'test/pages.test.ts',
  'docs/migrate/from-json-server.md': 'test/migrate/migrate.test.ts',
  'docs/migrate/from-mockoon.md': 'test/migrate/migrate.test.ts',
  'docs/migrate/from-msw.md': 'test/migrate/msw.test.ts',
  'docs/migrate/from-prism.md': 'test/migrate/migrate.test.ts',
  'docs/migrate/from-wiremock.md': 'test/migrate/migrate.test.ts',
  'docs/overlay.md': 'test/pages.test.ts',
  'docs/testing.md': 'test/testing/documented.long.test.ts',
  'docs/webhooks.md': 'test/pages.test.ts',
}
