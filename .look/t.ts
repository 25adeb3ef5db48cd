import { openConsole } from '../test/console/support/open-console.ts'
await using opened = await openConsole()
const { standin } = opened
await standin.sandbox({ id: 'checkout' })
const { page, problems } = await opened.open({ path: '/_sandbox/~default/sandboxes/checkout' })
page.setDefaultTimeout(4000)
const step = async (n: string, f: () => Promise<unknown>) => { const t = Date.now(); try { await f(); console.log(n, Date.now() - t) } catch (e) { console.log(n, 'FAILED', String(e).slice(0, 600)); await page.screenshot({ path: '/tmp/csp/fail.png' }); process.exit(1) } }
await step('fill', () => page.getByLabel('Name of the snapshot').fill('before'))
await page.keyboard.press('Enter')
await step('took', () => page.getByText('Took the snapshot before').waitFor())
await step('restore', () => page.getByRole('button', { name: 'Restore before', exact: true }).click())
await step('restored', () => page.getByText('Restored before', { exact: true }).waitFor())
await step('undo', () => page.getByRole('button', { name: 'Undo' }).click())
await step('more', () => page.getByRole('button', { name: 'More for the snapshot before', exact: true }).click())
