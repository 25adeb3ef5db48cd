/**
 * All cases of the comparison with Prism.
 */
import { bodyCases } from './cases/bodies.ts'
import { dynamicCases } from './cases/dynamic.ts'
import { exampleCases } from './cases/examples.ts'
import { failureCases } from './cases/failures.ts'
import { mediaTypeCases } from './cases/media-types.ts'
import { parameterCases } from './cases/parameters.ts'
import { postmanCases } from './cases/postman.ts'
import { preferenceCases } from './cases/preferences.ts'
import { routeCases } from './cases/routes.ts'
import { schemaCases } from './cases/schemas.ts'
import { securityCases } from './cases/security.ts'
import { swaggerCases } from './cases/swagger.ts'
import type { ParityCase } from './parity-case.ts'

export const parityCases: readonly ParityCase[] = [
  ...mediaTypeCases,
  ...preferenceCases,
  ...exampleCases,
  ...securityCases,
  ...parameterCases,
  ...bodyCases,
  ...schemaCases,
  ...routeCases,
  ...dynamicCases,
  ...swaggerCases,
  ...postmanCases,
  ...failureCases,
]
