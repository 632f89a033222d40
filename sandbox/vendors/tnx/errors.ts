// The vendor's errors. `description` says more than `message`.
import type { Answer } from '../../vendor.ts'

const messages: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const error = (status: number, description: string): Answer => ({
  status,
  body: { code: status, message: messages[status] ?? 'Error', description },
})
