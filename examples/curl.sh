#!/bin/sh
# Needs TABLERO_URL and TABLERO_KEY, as the demo prints them.
curl --silent --fail-with-body "$TABLERO_URL/api/v1/get_kpi_summary" \
  --header "Authorization: Bearer $TABLERO_KEY" --header 'Content-Type: application/json' \
  --data '{"days_back": 30}'
