import { describeLog } from './log-contract.ts'
import { createMemoryStorage, openMemoryLog } from './memory-log.ts'
import { describeOrigins } from './origin-contract.ts'

const create = async () => {
  const storage = createMemoryStorage()
  return { open: async () => openMemoryLog(storage), discard: async () => {} }
}

describeLog('memory', create)
describeOrigins('memory', create)
