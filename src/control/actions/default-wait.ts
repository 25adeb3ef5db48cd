/**
 * How long an expectation waits. Separate, so that the client of a server elsewhere does not load what waits.
 */

/** Below the usual five seconds of a test's timeout, so that the differences are reported before the test is ended. */
export const defaultWait = '4s'
