/** A planted violation of a gate. */
export const planted = (name, files, [command, args], expected) => ({
  gate: name,
  files,
  command,
  args,
  expected,
})
/** `count` lines of code. */
export const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n')
