/**
 * Asks for the admin token. Nothing else is shown until the server accepts one.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../api/problem.ts'
import type { TokenHolder } from '../api/token.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { Logo } from './logo.tsx'

export const TokenForm = ({ token }: { readonly token: TokenHolder }) => {
  const [entered, setEntered] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (entered.trim() === '') return setError('Enter the token.')
    setBusy(true)
    const problem = await tryToken(entered.trim())
    setBusy(false)
    if (problem === undefined) token.enter(entered.trim())
    else setError(problem)
  }
  return (
    <main class="token-page">
      <form class="token-form" onSubmit={(event) => void submit(event)}>
        <Logo />
        <h1>This server needs its admin token</h1>
        <p>
          Standin prints the address of the console with the token when it starts, after <code>Console</code>. Open that
          address, or enter the token here. It stays in this tab only.
        </p>
        <TextField
          label="Admin token"
          type="password"
          value={entered}
          onInput={setEntered}
          error={error}
          hint={
            <>
              It is the value of <code>--admin-token</code> or <code>STANDIN_ADMIN_TOKEN</code>, otherwise generated at
              each start.
            </>
          }
        />
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Open the console
        </Button>
      </form>
    </main>
  )
}

/** What is wrong with a token; undefined if the server accepts it. */
const tryToken = async (token: string): Promise<string | undefined> => {
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch('/_sandbox/documents', { headers, cache: 'no-store' })
    if (response.status === 401) return 'The server does not accept this token.'
    return response.ok ? undefined : `The server responded with ${response.status}.`
  } catch (error) {
    // fetch rejects with TypeError if there is no response, or if the token cannot be part of a header.
    return `The server cannot be reached with this token: ${describeError(error)}`
  }
}
