#!/usr/bin/env node
/**
 * The command `standin` of the build.
 */
import { createRequire } from 'node:module'

createRequire(import.meta.url)('./start.cjs')
