import { google_sign_in } from '../google_sign_in.ts'

export const gx_ads = google_sign_in({ 'https://www.googleapis.com/auth/adwords': 'all' }, ['developer_token'])
