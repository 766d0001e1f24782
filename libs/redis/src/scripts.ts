/** Raises a time of a hash ($1: field, $2: milliseconds) and how long the key lives ($3). */
export const RAISE = `
  if tonumber(ARGV[2]) > tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0') then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  end
  if tonumber(ARGV[3]) > redis.call('PEXPIRETIME', KEYS[1]) then
    redis.call('PEXPIREAT', KEYS[1], ARGV[3])
  end
  return 1`;

/**
 * Keeps a record ($1: id, $2: JSON) until its end ($3: milliseconds). Of a record that is there
 * those members change that the new one has.
 */
export const KEEP = `
  local record = cjson.decode(redis.call('HGET', KEYS[1], ARGV[1]) or '{}')
  for member, value in pairs(cjson.decode(ARGV[2])) do
    record[member] = value
  end
  redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(record))
  if tonumber(ARGV[3]) > redis.call('PEXPIRETIME', KEYS[1]) then
    redis.call('PEXPIREAT', KEYS[1], ARGV[3])
  end
  return 1`;
