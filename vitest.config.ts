import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** They take long, and `npm run test:long` runs them: only a run that names them has them. */
const isNamed = process.argv.some((argument) => argument.includes('.long.'))
const excluded = isNamed ? [] : ['**/*.long.test.ts']

const shared = {
  exclude: excluded,
  // Tests get the default import of a CommonJS package as Node gives it in production.
  deps: { interopDefault: false },
  // Only a test that hangs takes that long, also on a busy machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // The default of one second is too short for a page or a process on a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

/** They run the built command, in processes of their own. */
const builtTests = [
  'test/action.test.ts',
  'test/advisories.test.ts',
  'test/bench.long.test.ts',
  'test/compose.test.ts',
  'test/docker.long.test.ts',
  'test/example-project.long.test.ts',
  'test/examples.long.test.ts',
  'test/package.test.ts',
  'test/scaling.long.test.ts',
  'test/cli/exec-signals.test.ts',
  'test/cli/exec.test.ts',
  'test/cli/init.test.ts',
  'test/cli/running-servers.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/stop.test.ts',
  'test/log/full-disk.long.test.ts',
  'test/log/kill.test.ts',
  'test/log/power-cut-device.long.test.ts',
  'test/mcp/process.test.ts',
  'test/migrate/msw.test.ts',
  'test/opentelemetry/spans.test.ts',
  'test/replicas/control.test.ts',
  'test/replicas/faults.long.test.ts',
  'test/replicas/guarantees.test.ts',
  'test/replicas/lost-tail.long.test.ts',
  'test/sandboxes/durability.test.ts',
  'test/sandboxes/lifetimes.long.test.ts',
  'test/sandboxes/moments.long.test.ts',
  'test/testing/documented.long.test.ts',
  'test/types/usage.test.ts',
  'test/webhooks/delivery/restart.long.test.ts',
]

/** They run the built console, most of them in a browser. */
const consoleTests = ['test/console/**/*.test.ts']

/** They watch and fail file operations, also in workers. */
const watchedTests = ['test/log/failing-files.test.ts', 'test/log/power-cut.test.ts']

/** Runs the tests of the shipped interface with other names. */
const renamedTests = 'test/interface/renamed.long.test.ts'

/** MSW replaces the global fetch. The others collect garbage, which takes long among the modules of many files. */
const isolatedTests = [
  'test/testing/msw.test.ts',
  'test/hardening/journal-bytes.test.ts',
  'test/hardening/memory.test.ts',
  'test/hardening/reload.test.ts',
]

export default defineConfig({
  test: {
    // By default Vitest leaves one core idle, which on two cores is half of the machine. One worker more than cores, because
    // many tests wait for processes and files; with two more, tests of processes take so much longer that nothing is gained.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    // Each project would transform all files again.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...shared,
          name: 'standin',
          include: ['test/**/*.test.ts'],
          exclude: [...builtTests, ...consoleTests, ...watchedTests, ...isolatedTests, renamedTests, ...excluded],
          // The sources have no module state, so test files share a worker's modules: this halves the CPU time of most.
          isolate: false,
          provide: { renamed: false },
        },
      },
      { test: { ...shared, name: 'isolated', include: isolatedTests } },
      {
        // Most of their time is that of the processes that they start.
        test: {
          ...shared,
          name: 'built',
          include: builtTests,
          globalSetup: 'test/support/build-once.ts',
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'console',
          include: consoleTests,
          // Some visit every part, or open every dialog.
          testTimeout: 300_000,
          globalSetup: 'test/support/build-once.ts',
          // Test files share the browser of their worker.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'watched',
          include: watchedTests,
          globalSetup: 'test/support/build-once.ts',
          execArgv: ['--import', new URL('test/log/watched-files.js', import.meta.url).href],
        },
      },
      {
        test: {
          ...shared,
          name: 'renamed',
          include: [renamedTests],
          isolate: false,
          provide: { renamed: true },
        },
      },
    ],
  },
})
