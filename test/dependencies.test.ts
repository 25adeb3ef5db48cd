/**
 * Every dependency has its line in docs/dependencies.md, and every line its dependency.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const page = readFileSync(new URL('../docs/dependencies.md', import.meta.url), 'utf8')

const listed = [...page.matchAll(/^\| ([@a-z][^|]*?) *\|/gm)]
  .flatMap(([, names = '']) => names.split(', '))
  .filter((name) => name !== 'package')

it('docs/dependencies.md has exactly one line for each dependency', () =>
  expect([...listed].sort()).toEqual(
    [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)].sort(),
  ))
