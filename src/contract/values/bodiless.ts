/**
 * Statuses whose responses never have a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5; Fetch Standard, section 2.2.3): a client
 * would take it for the response to its next request.
 */
export const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
