// The arguments of a script. Its help is the comment at the head of its file.
import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Reads the arguments. With --help it prints the help, and for a wrong argument one sentence. Both end the process. */
export function read_arguments<T extends ParseArgsConfig>(file: string, config: T) {
  help_on_request(file)
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${(error as Error).message} Add --help for usage.\n`)
    process.exit(1)
  }
}

/** For a script that passes its arguments on. */
export function help_on_request(file: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return
  const lines = readFileSync(file, 'utf8').split('\n')
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  )
  process.stdout.write(comment.map((line) => `${line.slice('// '.length)}\n`).join(''))
  process.exit(0)
}
