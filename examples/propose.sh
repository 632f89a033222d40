#!/bin/sh
# Needs TABLERO_URL and TABLERO_KEY, a key of all scopes, as the demo prints them. The campaign is one of the demo.
curl --silent --fail-with-body "$TABLERO_URL/api/v1/propose_pause_campaign" \
  --header "Authorization: Bearer $TABLERO_KEY" --header 'Content-Type: application/json' \
  --data '{"platform": "mx", "campaign_id": "12021000040000", "reason": "Its sales cost too much."}'
