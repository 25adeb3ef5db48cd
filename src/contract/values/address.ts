/**
 * Addresses of files on web servers: `https://api.example.com/openapi.yaml`.
 */

/** Whether the name of a file is an address. */
export const isAddress = (file: string): boolean => /^https?:\/\//i.test(file) && URL.canParse(file)

/** Without user and password, and without the query: both may be secret. */
export const showAddress = (address: string): string => {
  if (!URL.canParse(address)) return address
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

/** The last part of the path, else the host: `openapi.yaml`. */
export const fileNameOf = (address: string): string => {
  const { pathname, hostname } = new URL(address)
  return pathname.split('/').findLast((part) => part !== '') ?? hostname
}

export const isSameOrigin = (one: string, other: string): boolean =>
  isAddress(one) && isAddress(other) && new URL(one).origin === new URL(other).origin

/** The target with the user and the password of another address on the same server, if that has them. */
export const withLoginOf = (target: string, { username, password }: URL): string => {
  const url = new URL(target)
  url.username = username
  url.password = password
  return url.href
}
