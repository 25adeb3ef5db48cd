/**
 * Compares names regardless of spelling conventions: `ownerId`, `owner_id` and `OwnerID` are one name, and a collection is
 * the plural of its item.
 */

/** Lower case, letters and digits only. */
export const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** The singular of a plain name. */
export const singularOf = (name: string): string => {
  if (/(ss|us|is)$/.test(name)) return name
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y')
  if (/(ses|xes|zes|ches|shes)$/.test(name)) return name.replace(/es$/, '')
  return name.replace(/s$/, '')
}

/** The words of a name, lower case: `team_slug`, `teamSlug` and `team-slug` are `team` and `slug`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
