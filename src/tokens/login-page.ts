/**
 * The page of the authorization endpoint. It is a plain form without scripts, so that a keyboard, a screen reader and a test can
 * use it.
 */
import { createHash } from 'node:crypto'
import type { Reply } from '../ports.ts'

interface LoginPage {
  readonly client: string
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly user: string
  readonly needsPassword: boolean
  /** Shown above the form. */
  readonly problem: string | undefined
  /** Sent back with the form. */
  readonly parameters: ReadonlyMap<string, string>
}

const fields: ReadonlySet<string> = new Set(['username', 'password', 'decision'])

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:26rem;padding:2rem 1rem}
label{display:block;margin:1rem 0 .25rem}
input{box-sizing:border-box;width:100%;font:inherit;padding:.5rem}
button{font:inherit;padding:.5rem 1rem;margin:1.5rem .5rem 0 0}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
code{overflow-wrap:anywhere}`

const styleHash = createHash('sha256').update(style).digest('base64')

export const writeLoginPage = (page: LoginPage): Reply => {
  const { client, scopes, redirectUri, user, needsPassword, problem, parameters } = page
  const hidden = [...parameters]
    .filter(([name]) => !fields.has(name))
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Log in to the sandbox</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Log in to the sandbox</h1>
<p>The client <code>${escapeHtml(client)}</code> requests access. This is a mock server: nothing here is a real account.</p>
${scopes.length === 0 ? '' : `<p>Scopes:</p><ul>${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join('')}</ul>`}
${problem === undefined ? '' : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`}
<form method="post">
${hidden.join('\n')}
<label for="username">User</label>
<input id="username" name="username" autocomplete="username" value="${escapeHtml(user)}" autofocus>
${needsPassword ? '<label for="password">Password</label>\n<input id="password" name="password" type="password" autocomplete="current-password">' : ''}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>
<p>You return to <code>${escapeHtml(redirectUri)}</code>.</p>
</main>
</body>
</html>
`
  return {
    status: 200,
    headers: [
      ...['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'],
      'Content-Security-Policy',
      // A form may lead to the address of the client, which no list knows.
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
    ],
    body,
  }
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
