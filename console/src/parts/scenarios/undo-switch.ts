/**
 * Undoes one change of the active scenarios, and none of those that came after it.
 */

/** The active scenarios without the change from `before` to `after`. `now` are those that are active by now. */
export const undoSwitch = (
  before: readonly string[],
  after: readonly string[],
  now: readonly string[],
): readonly string[] => {
  const isOn = (name: string): boolean =>
    before.includes(name) === after.includes(name) ? now.includes(name) : before.includes(name)
  return [...before.filter(isOn), ...now.filter((name) => !before.includes(name) && isOn(name))]
}
