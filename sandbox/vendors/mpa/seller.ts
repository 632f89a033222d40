/** The business at Mercado Libre. */
export const seller = { id: '1944693439', nickname: 'CASALUMBRE', site_id: 'MLM' }
