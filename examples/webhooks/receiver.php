<?php
// Receives webhooks: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8000 receiver.php. Logs the type of each event.
const OLD_S = 300;

function is_signed(string $header, string $body): bool
{
    $key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $parts = array_map(fn ($part) => array_pad(explode('=', $part, 2), 2, ''), explode(',', $header));
    $stamp = array_column($parts, 1, 0)['t'] ?? '';
    if (!ctype_digit($stamp) || abs(time() - (int) $stamp) > OLD_S) return false;
    $wanted = hash_hmac('sha256', "$stamp.$body", $key);
    // During a rotation of the secret, there are two signatures.
    foreach ($parts as [$name, $value]) if ($name === 'v1' && hash_equals($wanted, $value)) return true;
    return false;
}

$body = file_get_contents('php://input');
if (!is_signed($_SERVER['HTTP_X_SVC_SIGNATURE'] ?? '', $body)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true); // keep $event['id'], and ignore an id that came before
error_log($event['type']);
http_response_code(204);
