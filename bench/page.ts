/**
 * The page that the bench writes, as sections and tables.
 */
const splitSections = (page: string): readonly string[] => page.trimEnd().split(/^(?=## )/m)

const titleOf = (section: string): string => section.split('\n')[0] ?? ''

/** Replaces the sections of a page that have the same title; appends new ones. */
export const putSections = (page: string, text: string): string => {
  const [head = '', ...kept] = splitSections(page)
  const [, ...made] = splitSections(text)
  const all = new Map([...kept, ...made].map((section) => [titleOf(section), section.trimEnd()]))
  return `${[head.trimEnd(), ...all.values()].join('\n\n')}\n`
}

/** The rows of each section's table, by the names of its columns. */
export const readTables = (text: string): Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> =>
  Object.fromEntries(
    splitSections(text)
      .slice(1)
      .map((section) => {
        const [columns = [], , ...rows] = section
          .split('\n')
          .filter((line) => line.startsWith('|'))
          .map((line) =>
            line
              .slice(1, -1)
              .split('|')
              .map((cell) => cell.trim().replaceAll('**', '')),
          )
        const named = rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [columns[index] ?? '', cell])))
        return [titleOf(section).slice(3), named]
      }),
  )
