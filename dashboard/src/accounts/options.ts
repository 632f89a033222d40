// How a person may come in here: the operator decides.
import { useQuery } from '@tanstack/react-query'
import { account, type SignUpOptions } from '../api/accounts.ts'

export const use_sign_up_options = () =>
  useQuery<SignUpOptions, Error>({
    queryKey: ['auth', 'options'],
    queryFn: () => account('options'),
    staleTime: Infinity,
  })
