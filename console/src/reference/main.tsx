/**
 * The start of the API reference, a page of its own: the console does not load what it needs.
 */
import './reference.css'
import { render } from 'preact'
import { ReferencePage } from './reference-page.tsx'
import { createReferenceState } from './reference-state.ts'

const root = document.getElementById('reference')
if (root) render(<ReferencePage state={createReferenceState()} />, root)
