/**
 * What is served, how to call it, and what is going on in the sandbox.
 */
import './overview.css'
import { useConsole } from '../../state/console-state.ts'
import { Documents } from './documents.tsx'
import { FirstRequest } from './first-request.tsx'
import { NextSteps } from './next-steps.tsx'
import { RecentTraffic } from './recent-traffic.tsx'
import { SandboxFacts } from './sandbox-facts.tsx'

const Overview = () => {
  const { sandbox } = useConsole()
  const { id } = sandbox.value
  return (
    <div class="overview">
      <header class="page-header">
        <div>
          <p class="page-kicker">Sandbox</p>
          <h1>{id}</h1>
        </div>
        <SandboxFacts />
      </header>
      <div class="overview-grid">
        <div class="overview-main">
          <FirstRequest />
          <RecentTraffic />
        </div>
        <div class="overview-side">
          <Documents />
          <NextSteps />
        </div>
      </div>
    </div>
  )
}

export default Overview
