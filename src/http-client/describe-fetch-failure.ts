/** Why a call of fetch got no response. It rejects with a TypeError whose cause is the reason. */
export const describeFetchFailure = (error: unknown): string => {
  const reason = error instanceof Error ? (error.cause ?? error) : error
  if (!(reason instanceof Error)) return String(reason)
  const { code } = reason as NodeJS.ErrnoException
  // An error for several addresses of one name has no message.
  return reason.message === '' && code !== undefined ? code : reason.message
}
