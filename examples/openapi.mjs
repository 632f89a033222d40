// A client made from the OpenAPI document: a function for each tool. Needs TABLERO_URL and TABLERO_KEY, as the demo prints them.
const document = await (await fetch(`${process.env.TABLERO_URL}/api/openapi.json`)).json()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
)
const tablero = Object.fromEntries(
  operations.map(({ path, method, operationId }) => [
    operationId,
    async (input) => {
      const answer = await fetch(new URL(path, document.servers[0].url), {
        method,
        headers: { authorization: `Bearer ${process.env.TABLERO_KEY}`, 'content-type': 'application/json' },
        body: input && JSON.stringify(input),
      })
      return answer.json()
    },
  ]),
)

const { count } = await tablero.tools()
const { result } = await tablero.get_kpi_summary({ days_back: 30 })
console.log(`${count} tools`)
console.log(result.summary)
