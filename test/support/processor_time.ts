// The time that work costs a processor. Other programs of the machine make work later, and change this time little.
export function processor_ms(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
