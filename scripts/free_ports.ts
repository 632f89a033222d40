// node scripts/free_ports.ts <count>: prints the first of that many ports in a row that nothing uses.
import { free_ports } from '#lib/port.ts'

console.log(await free_ports(Number(process.argv[2])))
