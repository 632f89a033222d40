import { type AddressInfo, createServer, type Server } from 'node:net'

export interface MailServer {
  server: Server
  url: string
  received(): string
}

/** An email server that accepts everything. */
export async function mail_server(): Promise<MailServer> {
  let received = ''
  const server = createServer((socket) => {
    let is_text = false
    socket.on('error', () => {}).write('220 test\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        received += `${line}\n`
        if (is_text && line !== '.') continue
        const command = is_text ? 'END' : line.slice(0, 4).toUpperCase()
        is_text = command === 'DATA'
        socket.write(command === 'DATA' ? '354 go\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { server, url: `smtp://127.0.0.1:${port}`, received: () => received }
}
