/**
 * docs/mutation.md, with the figures of one run.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const intro = `# Do the tests notice a change?

\`npm run mutate\` changes the sources in small ways, one at a time, and counts how many of the changes the tests notice. A changed
source is called a mutant. A mutant that no test notices is a missing test, or a change that makes no difference.

- All mutants are written into the sources at once, and a switch turns one of them on. So everything is compiled and loaded once.
- Each test file runs without a mutant first. This shows which tests evaluate which mutants. Only these tests run with a mutant,
  up to the first failure.
- Tests that start no server run first, then the others of the area that a mutant is in, then the rest.
- All tests of a mutant together may take 10 seconds of CPU time in its area, 10 elsewhere and 2 in other areas; \`-- --seconds N\` sets
  another time. Of tests of one file that take longer, only every second one runs, or every third, and so on. So the figures are lower
  bounds.
- A failure counts only if the same tests pass without the mutant. Tests that fail without a mutant are printed.
- An endless loop counts as noticed: it ends after a time limit.
- The sources must not be edited meanwhile; a worktree of its own is best. When it is stopped, it prints what it knows until then.
- Tests of the built command, of the console and of long runs are left out, so a mutant that only they notice counts as not noticed.
- Numbers in tables of sample values, such as coordinates, are left alone: others are as plausible.
- scripts/mutate/equivalent-mutants.ts lists changes that make no difference, with the reason. They are not counted.

\`npm run mutate -- --seed NAME --count N\` draws others, the same number from each area. \`-- --at src/store/index.ts:12\` tries all
changes of a line, for example after writing a test for it. \`-- --write\` writes this page.

The areas are divided between as many processes as there are cores, at most four; \`-- --jobs N\` sets another number. None runs the
tests of the areas that another one has. With \`-- --keep FILE\`, results are kept in \`FILE.1\`, \`FILE.2\` and so on, and the same
command goes on there when it was stopped.

## Figures

`

export const writePage = (project: string, figures: string): Promise<void> =>
  writeFile(join(project, 'docs/mutation.md'), `${intro}${figures}\n`)
