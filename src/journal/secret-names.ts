/**
 * Names of properties, parameters and headers whose values are left out of files. There are more of them than the journal hides:
 * a file is shared with others.
 */
import { isSecretName, rememberNames } from './redact.ts'

/** Letters and digits in lower case: `card_number`, `cardNumber` and `Card-Number` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

const whole =
  /^x?(pass(word|wd|phrase|code)?|pwd|pin(code|number)?|cvv2?|cvc2?|csc|otp(code)?|totp|secrets?|credentials?|privatekey|accesskeys?|accesskeyid|session|jwt|bearer|auth|authorization|sig|signingkey|recoverycodes?|backupcodes?|securityanswer|csrf|xsrf|nonce|hash|salt)s?\d*$/

const part =
  /password|passwd|passphrase|passcode|secret|apikey|privatekey|accesstoken|refreshtoken|idtoken|authtoken|securitycode|sessionid$|credentials?$|signature(\d*|input)$|(auth|subscription|functions|encryption|signing|shared|master|storage|accesskey)key$|tokens?$/

/** A token for the next page is not a credential, and the page is found by it. */
const isPaging = /^(next|prev|previous|page|pagination|continuation|sync|start|list|result|scroll|cursor|skip)+token$/

/** Numbers of tokens, and what a token is. */
const isDescription =
  /^(max|min|total|prompt|completion|input|output|cached|reasoning|used|remaining).*tokens$|token(type|s?count|s?limit)$/

/** `hasPassword`, `is_secret`: not `hash` or `issuerSecret`. */
const isQuestion = /^(?:(?:is|has)(?=[A-Z_-])|(?:IS|HAS)_)/

/** Whether a property, parameter or header of this name holds a secret. */
export const holdsSecret = rememberNames((name: string): boolean => {
  const word = plainName(name)
  if (isPaging.test(word) || isDescription.test(word) || isQuestion.test(name)) return false
  return whole.test(word) || part.test(word) || isSecretName(name)
})

const ofNumbers =
  /(pin(code|number)?|cvv2?|cvc2?|csc|otp(code)?|totp|password|passcode|passwd|pwd|secret|token|code|answer|key|hash|salt|nonce|signature)s?\d*$/

/** Whether a number of this name is a secret, however short: `pin`, not `passwordLength` or `tokens`. */
export const holdsSecretNumber = (name: string): boolean => {
  const word = plainName(name)
  return holdsSecret(name) && ofNumbers.test(word) && !word.endsWith('tokens')
}

const ofOnlySecrets =
  /password|passwd|passphrase|passcode|secret|tokens?$|credential|apikey|privatekey|accesskey|recoverycodes?|backupcodes?|^(jwt|pin|cvv|cvc|otp|totp|pwd)s?$/

/** Whether everything in an object or list of this name is a secret. In others (`session`), only what looks like one. */
export const holdsOnlySecrets = (name: string): boolean => holdsSecret(name) && ofOnlySecrets.test(plainName(name))

/** Properties that describe the secret beside them. */
const describing =
  /^(type|tokentype|kind|status|state|scopes?|alg|algorithm|name|title|label|description|role)$|^(expire|created|updated|issued|lastused|valid)/

export const describesSecret = (name: string): boolean => describing.test(plainName(name))
