/** A JSON value. Integers outside ±(2^53-1) are bigint; every other number is a number. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json }
