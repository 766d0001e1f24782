/**
 * Adds ids ($1 …) to a set. Returns 0, and adds nothing, if the set has others only; 2 if the server
 * refuses writes. Writes nothing if it has all of them.
 */
export const CLAIM = `
  local isKnown, added = redis.call('EXISTS', KEYS[1]) == 0, {}
  for _, id in ipairs(ARGV) do
    if redis.call('SISMEMBER', KEYS[1], id) == 1 then isKnown = true else added[#added + 1] = id end
  end
  if not isKnown then return 0 end
  local done = #added == 0 or redis.pcall('SADD', KEYS[1], unpack(added))
  return type(done) == 'table' and 2 or 1`;

/** Raises a time in a hash ($1: field, $2: milliseconds) and the expiry of its key ($3). */
export const RAISE = `
  if tonumber(ARGV[2]) > tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0') then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  end
  if tonumber(ARGV[3]) > redis.call('PEXPIRETIME', KEYS[1]) then
    redis.call('PEXPIREAT', KEYS[1], ARGV[3])
  end
  return 1`;

/**
 * Marks a session as ended until a time ($1: milliseconds), or until the one that is stored if that is
 * later: another instance may issue tokens that last longer. Returns 1 if it had not ended before, also
 * to an attempt ($2) that is repeated.
 */
export const MARK = `
  local by = redis.call('GET', KEYS[1])
  if not by then
    redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[1])
    return 1
  end
  redis.call('PEXPIREAT', KEYS[1], ARGV[1], 'GT')
  return by == ARGV[2] and 1 or 0`;

/**
 * Ends all sessions of a user: raises `endedBefore` to a time ($1: milliseconds) or, if it is not
 * earlier, by a millisecond; unless it is at least $4. Raises the expiry of the key ($2) too.
 * Returns the stored time; 0 if nothing was changed. An attempt ($3) that is repeated changes nothing
 * and returns the same.
 */
export const END = `
  local ended = tonumber(redis.call('HGET', KEYS[1], 'endedBefore') or '0')
  if redis.call('HGET', KEYS[1], 'endedBy') == ARGV[3] then return string.format('%.0f', ended) end
  if ARGV[4] and ended >= tonumber(ARGV[4]) then return '0' end
  local before = string.format('%.0f', math.max(tonumber(ARGV[1]), ended + 1))
  redis.call('HSET', KEYS[1], 'endedBefore', before, 'endedBy', ARGV[3])
  if tonumber(ARGV[2]) > redis.call('PEXPIRETIME', KEYS[1]) then
    redis.call('PEXPIREAT', KEYS[1], ARGV[2])
  end
  return before`;

/**
 * Keeps a record ($1: id, $2: JSON) until its expiry ($3: milliseconds). An existing record keeps
 * the members that the new one lacks. Each write removes up to ten other records that expired a day
 * before the time of the caller ($4), since some owners never list their sessions.
 */
export const KEEP = `
  local some = redis.call('HRANDFIELD', KEYS[1], 10, 'WITHVALUES')
  for at = 1, some and #some or 0, 2 do
    local isRead, other = pcall(cjson.decode, some[at + 1])
    local expires = isRead and type(other) == 'table' and other['expires']
    if type(expires) == 'number' and expires + 86400000 < tonumber(ARGV[4]) then
      redis.call('HDEL', KEYS[1], some[at])
    end
  end
  local record = cjson.decode(redis.call('HGET', KEYS[1], ARGV[1]) or '{}')
  for member, value in pairs(cjson.decode(ARGV[2])) do
    record[member] = value
  end
  redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(record))
  if tonumber(ARGV[3]) > redis.call('PEXPIRETIME', KEYS[1]) then
    redis.call('PEXPIREAT', KEYS[1], ARGV[3])
  end
  return 1`;

/**
 * Stores fields ($2 …) for a time ($1: milliseconds). An existing entry is replaced only by the
 * attempt that stored it: $2 and $3 are the field and the id of the attempt.
 */
export const PUT = `
  if redis.call('EXISTS', KEYS[1]) == 1
    and redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[3] then return 0 end
  redis.call('HSET', KEYS[1], unpack(ARGV, 2))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return 1`;

/** Changes fields ($2 …) of an existing session, and its lifetime ($1; 0: unchanged). */
export const PATCH = `
  if redis.call('HEXISTS', KEYS[1], 'sessionToken') == 0 then return 0 end
  if ARGV[2] then redis.call('HSET', KEYS[1], unpack(ARGV, 2)) end
  if ARGV[1] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return 1`;

/**
 * Deletes a session and returns it; if $1 is given, only if the session belongs to that user. It also
 * writes if there is none, so that a server that refuses writes, whose data may be old, reports no success.
 */
export const DROP = `
  local fields = redis.call('HGETALL', KEYS[1])
  local owner = redis.call('HGET', KEYS[1], 'userId')
  if owner and ARGV[1] and owner ~= ARGV[1] then return {} end
  redis.call('DEL', KEYS[1])
  return owner and fields or {}`;

/** Counts an attempt at a hash and returns it; an empty list if it is absent or has had $1. */
export const TRY = `
  local attempts = redis.call('HGET', KEYS[1], 'attempts')
  if not attempts or tonumber(attempts) >= tonumber(ARGV[1]) then return {} end
  redis.call('HINCRBY', KEYS[1], 'attempts', 1)
  return redis.call('HGETALL', KEYS[1])`;

/** Deletes a hash and returns it; an empty list if it is absent. */
export const TAKE = `
  local fields = redis.call('HGETALL', KEYS[1])
  redis.call('DEL', KEYS[1])
  return fields`;

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)`;

const LIVE_FOR = `
  if redis.call('PTTL', KEYS[1]) < life then redis.call('PEXPIRE', KEYS[1], life) end
  return 1`;

/** Adds a member ($2) for a time ($3: milliseconds), unless the set is shut: contains $1. */
export const ADD = `${NOW}
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
  local life = tonumber(ARGV[3])
  redis.call('ZADD', KEYS[1], 'GT', now + life, ARGV[2])${LIVE_FOR}`;

/** Shuts the set for a time ($2: milliseconds) by adding $1 to it. */
export const SHUT = `${NOW}
  local life = tonumber(ARGV[2])
  redis.call('ZADD', KEYS[1], now + life, ARGV[1])${LIVE_FOR}`;
