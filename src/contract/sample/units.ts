/**
 * Units of measure, by the names of what is measured.
 */
import { anyOf, isAbout } from './about.ts'
import { snakeCase, type WriteText } from './record-subject.ts'
import { slug } from './text-by-format.ts'

/** The unit of what the name or the object measures. */
export const unitOf: WriteText = (context) => {
  const [owner = ''] = context.owner.split(' ')
  const about = `${snakeCase(owner)}_${snakeCase(context.name)}`
  const [, unit] = units.find(([pattern]) => pattern.test(about)) ?? []
  if (unit !== undefined) return unit
  if (isAbout(context, goods)) return context.random.pick(['pcs', 'each'])
  if (context.isPlace) return String(context.random.integer(1, 40))
  return isAbout(context, anyOf('metric statistic stat counter quota limit')) ? 'count' : slug(context.random)
}

const goods = anyOf(
  'product item line stock inventory order article price quantity sku material charge usage rate invoice catalog goods service package uom measure part component supply',
)

const units: readonly (readonly [RegExp, string])[] = [
  [/currenc|price|money|amount/, 'EUR'],
  [/weight|mass|ingredient|yield|metric_unit|nutri/, 'kg'],
  [/accelerat/, 's'],
  [/engine|capacity|displacement/, 'cm3'],
  [/emission|co2/, 'g/km'],
  [/torque/, 'Nm'],
  [/power/, 'kW'],
  [/energy|electric|tariff|reading|(^|_)meters?(_|$)|consumption|counter/, 'kWh'],
  [/temperature/, 'celsius'],
  [/speed|velocity/, 'km/h'],
  [/travel|distance/, 'km'],
  [/area/, 'm2'],
  [/volume/, 'l'],
  [/length|width|height|depth|dimension|(?<!sample_)size|(^|_)outer_/, 'cm'],
  [/time|duration|period|interval|term|book|frequency|schedule|retention|recurr/, 'days'],
  [/memory|disk|storage|(^|_)data(_|$)|bandwidth/, 'MB'],
]
