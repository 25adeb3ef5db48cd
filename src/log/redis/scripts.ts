/**
 * The scripts that change or read several keys of one log at once. KEYS[1] is always the key of the log's head; the other
 * keys differ from it in their last part, so all are in one slot of a cluster. A script does not write before its last
 * check, so an error leaves nothing half done.
 *
 * Data keys live half as long again as the head (`extend`). So the head is the first to expire, and is never without data.
 */
import { defineScript } from './connection.ts'

/** Most entries and characters in one reply. */
const pageEntries = 500
const pageCharacters = 1_000_000

/** How many entries are sent to a process that is behind; one that is further behind loads the log again. */
const maxBehind = 2_000

/** Entries that may be copied when a generation is kept for others. */
const maxCopied = 20_000

const common = `
local prefix = string.sub(KEYS[1], 1, -5)
local function key(...) return prefix .. table.concat({...}, ':') end
local function int(number) return string.format('%d', number) end
local function parse(head)
  local id, version, token = string.match(head or '', '^([^.]+)%.(%d+)%.(.+)$')
  return id, tonumber(version), token
end
local function startOf(gen) return tonumber(string.match(gen, '^[^.]+%.(%d+)%.')) end
local function isFirst(gen) return gen == '0.0.0' end
local function entryAt(log, version)
  return redis.call('XRANGE', log, int(version) .. '-0', int(version) .. '-0')[1]
end
`

/** Entries after one version up to another; fewer where they are many or large; nil where one is missing. */
const reading = `
local function read(log, from, to)
  local found, size = {}, 0
  while from < to and #found < ${pageEntries} and size < ${pageCharacters} do
    local page = redis.call('XRANGE', log, '(' .. int(from) .. '-0', int(to) .. '-0', 'COUNT', '10')
    if #page == 0 then return nil end
    for _, entry in ipairs(page) do
      from = from + 1
      if entry[1] ~= int(from) .. '-0' then return nil end
      found[#found + 1] = entry[2][4]
      size = size + #entry[2][4]
    end
  end
  return found
end
local function behind(head, mine, from)
  local id, version, token = parse(mine)
  local current, last = parse(head)
  if id ~= current or last < version or last - version > ${maxBehind} then return {'replaced'} end
  local entry = entryAt(key('log', id), version)
  if not entry then return {'trimmed'} end
  if entry[2][2] ~= token then return {'replaced'} end
  local entries = read(key('log', id), from or version, last)
  if not entries then return redis.error_reply('DAMAGED entries of ' .. KEYS[1] .. ' are missing') end
  return {'behind', head, entries}
end
`

/** Lifetimes. A lifetime of 0 is unlimited; one that is longer already stays. */
const lifetimes = `
local function extendKeys(keys, ttl)
  for _, name in ipairs(keys) do
    if ttl == 0 then redis.call('PERSIST', name)
    else redis.call('PEXPIRE', name, int(ttl * 1.5), 'GT') end
  end
end
local function dataOf(id, gen, isCurrent)
  local start = isFirst(gen) and key('origin', id) or key('parts', id, gen)
  if isCurrent then return {key('log', id), start, key('gen', id)} end
  return {key('log', id, gen), start}
end
local function extend(id, ttl)
  extendKeys(dataOf(id, redis.call('GET', key('gen', id)) or '0.0.0', true), ttl)
end
-- The data of the current generation, when no other log starts from it any more.
local function limit(id, gen)
  local left = redis.call('PTTL', KEYS[1])
  for _, name in ipairs(dataOf(id, gen, true)) do
    if left < 0 then redis.call('PERSIST', name) else redis.call('PEXPIRE', name, int(left * 1.5 + 1000)) end
  end
end
local function setHead(head, id, ttl)
  local left = redis.call('PTTL', key('log', id))
  if ttl == 0 then
    redis.call('SET', KEYS[1], head)
    if left >= 0 then extend(id, 0) end
  else
    redis.call('SET', KEYS[1], head, 'PX', int(ttl))
    if left >= 0 and left < ttl then extend(id, ttl) end
  end
end
-- Deletes a generation that nothing needs. Returns the point from which it started.
local function drop(id, gen, isCurrent)
  local origin = isFirst(gen) and redis.call('GET', key('origin', id)) or ''
  redis.call('UNLINK', key('log', id, gen), key('parts', id, gen))
  if isFirst(gen) then redis.call('UNLINK', key('origin', id)) end
  if isCurrent then redis.call('UNLINK', key('log', id), key('gen', id)) end
  return origin
end
`

/** ARGV: the head after which to append, token, effects, ttl. A second run finds the entry by its token. */
export const appendScript = defineScript(`${common}${reading}${lifetimes}
local head = redis.call('GET', KEYS[1])
local id, version = parse(ARGV[1])
local next = version + 1
local mine = id .. '.' .. int(next) .. '.' .. ARGV[2]
if head == ARGV[1] then
  if not redis.call('XADD', key('log', id), 'NOMKSTREAM', int(next) .. '-0', 't', ARGV[2], 'e', ARGV[3]) then
    return redis.error_reply('DAMAGED the entries of ' .. KEYS[1] .. ' are missing')
  end
  setHead(mine, id, tonumber(ARGV[4]))
  return {'appended', mine}
end
if not head or parse(head) ~= id then return {'replaced'} end
local entry = entryAt(key('log', id), next)
if entry and entry[2][2] == ARGV[2] then return {'appended', mine} end
return behind(head, ARGV[1])`)

/** ARGV: id, token, effects, ttl, point of origin or nothing, the time in milliseconds until which it is pinned or 0. */
export const createScript = defineScript(`${common}
local head = redis.call('GET', KEYS[1])
local id, ttl = ARGV[1], tonumber(ARGV[4])
local mine = id .. '.1.' .. ARGV[2]
if head and parse(head) == id then return {'appended', mine} end
if head or redis.call('EXISTS', key('gone', id)) == 1 then return {'replaced'} end
local now = redis.call('TIME')
if ARGV[6] ~= '0' and now[1] * 1000 + now[2] / 1000 > tonumber(ARGV[6]) then return {'late'} end
redis.call('XADD', key('log', id), '1-0', 't', ARGV[2], 'e', ARGV[3])
redis.call('SET', key('gen', id), '0.0.0')
if ARGV[5] ~= '' then redis.call('SET', key('origin', id), ARGV[5]) end
if ttl == 0 then redis.call('SET', KEYS[1], mine)
else
  redis.call('SET', KEYS[1], mine, 'PX', int(ttl))
  for _, kind in ipairs({'log', 'gen', 'origin'}) do redis.call('PEXPIRE', key(kind, id), int(ttl * 1.5)) end
end
return {'appended', mine}`)

/** ARGV: the head that is known, the version after which entries are returned. */
export const sinceScript = defineScript(`${common}${reading}
local head = redis.call('GET', KEYS[1])
if not head then return {'replaced'} end
if head == ARGV[1] then return {'current'} end
return behind(head, ARGV[1], tonumber(ARGV[2]))`)

/** Nothing for a log that does not exist; else head, generation, origin, first entries. */
export const openScript = defineScript(`${common}${reading}
local head = redis.call('GET', KEYS[1])
if not head then return {} end
local id, version = parse(head)
local gen = redis.call('GET', key('gen', id))
if not gen then return redis.error_reply('DAMAGED the data of ' .. KEYS[1] .. ' is missing') end
local entries = read(key('log', id), startOf(gen), version)
if not entries then return redis.error_reply('DAMAGED entries of ' .. KEYS[1] .. ' are missing') end
return {head, gen, isFirst(gen) and redis.call('GET', key('origin', id)) or '', entries}`)

/** Whether a generation is the last; if not, its entries have a stream of their own. Nil if it is gone. */
const choosing = `
local function find(id, gen)
  if redis.call('EXISTS', key('log', id, gen)) == 1 then return 'earlier' end
  if redis.call('GET', key('gen', id)) == gen and redis.call('EXISTS', key('log', id)) == 1 then return 'current' end
end
`

/** ARGV: id, generation, from, to. Entries of a generation and its origin. */
export const pageScript = defineScript(`${common}${reading}${choosing}
local found = find(ARGV[1], ARGV[2])
if not found then return {'gone'} end
local log = found == 'current' and key('log', ARGV[1]) or key('log', ARGV[1], ARGV[2])
local entries = read(log, tonumber(ARGV[3]), tonumber(ARGV[4]))
if not entries then return redis.error_reply('DAMAGED entries of ' .. KEYS[1] .. ' are missing') end
return {'page', isFirst(ARGV[2]) and redis.call('GET', key('origin', ARGV[1])) or '', entries}`)

/** ARGV: head of the checkpoint, its generation. Puts a checkpoint in force, once all its parts are stored. */
export const sealScript = defineScript(`${common}${lifetimes}
local head = redis.call('GET', KEYS[1])
local id, version, token = parse(ARGV[1])
local current, last = parse(head)
if id ~= current or last < version then return {'ignored'} end
local gen = redis.call('GET', key('gen', id))
if gen == ARGV[2] then return {'sealed', ''} end
if not gen or startOf(gen) >= version then return {'ignored'} end
local log = key('log', id)
local entry = entryAt(log, version)
if not entry or entry[2][2] ~= token then return {'ignored'} end
local fields = tonumber(string.match(ARGV[2], '%.(%d+)$'))
if redis.call('HLEN', key('parts', id, ARGV[2])) ~= fields then return {'incomplete'} end
local origin = ''
if redis.call('EXISTS', key('pins', id, gen)) == 1 then
  if last - version > ${maxCopied} then return {'incomplete'} end
  local copied = redis.call('XRANGE', log, int(version) .. '-0', '+')
  redis.call('RENAME', log, key('log', id, gen))
  for _, entry in ipairs(copied) do redis.call('XADD', log, entry[1], unpack(entry[2])) end
else
  origin = drop(id, gen, false)
  redis.call('XTRIM', log, 'MINID', int(version) .. '-0')
end
redis.call('SET', key('gen', id), ARGV[2])
limit(id, ARGV[2])
return {'sealed', origin}`)

/** ARGV: id. Deletes the log, except what others start from. Returns the point from which it started, if nothing needs that. */
export const removeScript = defineScript(`${common}${lifetimes}
local id = ARGV[1]
if parse(redis.call('GET', KEYS[1])) ~= id then return '' end
local gen = redis.call('GET', key('gen', id)) or '0.0.0'
redis.call('DEL', KEYS[1])
redis.call('SET', key('gone', id), '', 'PX', '60000')
if redis.call('EXISTS', key('pins', id, gen)) == 1 then return '' end
return drop(id, gen, true)`)

/** ARGV: head of the position, the incarnation that starts there, ttl. Returns generation, origin, time. */
export const pinScript = defineScript(`${common}${lifetimes}
local id, version, token = parse(ARGV[1])
local current, last = parse(redis.call('GET', KEYS[1]))
if id ~= current or last < version then return {'gone'} end
local gen = redis.call('GET', key('gen', id))
if not gen or version < startOf(gen) then return {'gone'} end
local entry = entryAt(key('log', id), version)
if not entry or entry[2][2] ~= token then return {'gone'} end
local now = redis.call('TIME')
redis.call('SADD', key('pins', id, gen), ARGV[2])
extend(id, tonumber(ARGV[3]))
return {'pinned', gen, isFirst(gen) and redis.call('GET', key('origin', id)) or '', int(now[1] * 1000 + now[2] / 1000)}`)

/** ARGV: id, generation, ttl. Extends the lifetime of what another log starts from. Returns the origin of that. */
export const keepScript = defineScript(`${common}${lifetimes}${choosing}
local found = find(ARGV[1], ARGV[2])
if not found then return {'gone'} end
extendKeys(dataOf(ARGV[1], ARGV[2], found == 'current'), tonumber(ARGV[3]))
return {'kept', isFirst(ARGV[2]) and redis.call('GET', key('origin', ARGV[1])) or ''}`)

/**
 * ARGV: id, generation, the incarnation that no longer starts there. Deletes the generation if nothing needs it. Returns
 * the point from which that started.
 */
export const releaseScript = defineScript(`${common}${lifetimes}
local id, gen = ARGV[1], ARGV[2]
redis.call('SREM', key('pins', id, gen), ARGV[3])
if redis.call('EXISTS', key('pins', id, gen)) == 1 then return '' end
local isCurrent = redis.call('GET', key('gen', id)) == gen
if isCurrent and parse(redis.call('GET', KEYS[1])) == id then
  limit(id, gen)
  return ''
end
return drop(id, gen, isCurrent)`)

/** ARGV: ttl. Postpones the deletion of a log. */
export const touchScript = defineScript(`${common}${lifetimes}
local id = parse(redis.call('GET', KEYS[1]))
if not id then return 0 end
extend(id, tonumber(ARGV[1]))
return redis.call('PEXPIRE', KEYS[1], ARGV[1], 'GT')`)
