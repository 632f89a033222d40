// Addresses of this machine, its network or its cloud, in every spelling. Also the hostnames of the tests with their addresses.

/** Simulates a machine of the public internet. Only the tests' own rule treats this address as public. */
export const OUTSIDE = '127.0.0.2'

/** The addresses of each hostname: one list for each DNS request. The last list repeats. */
export const names: Record<string, string[][]> = {
  localhost: [['127.0.0.1', '::1']],
  'localhost.': [['127.0.0.1']],
  'inner.localhost': [['127.0.0.1']],
  'loopback.test': [['127.0.0.1']],
  'loopback6.test': [['::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'mapped-hex.test': [['::ffff:7f00:1']],
  'compatible.test': [['::127.0.0.1']],
  'zone.test': [['fe80::1%lo']],
  'any.test': [['0.0.0.0']],
  'any6.test': [['::']],
  'private.test': [['10.0.0.7']],
  'link-local.test': [['169.254.10.10']],
  'metadata.google.internal': [['169.254.169.254']],
  'metadata.azure.internal': [['168.63.129.16']],
  'instance-data': [['169.254.169.254']],
  'nat64.test': [['64:ff9b::7f00:1']],
  '6to4.test': [['2002:7f00:1::']],
  '127.0.0.1.nip.test': [['127.0.0.1']],
  'mixed.test': [['93.184.216.34', '127.0.0.1']],
  'mixed-other-way.test': [['127.0.0.1', '93.184.216.34']],
  'empty.test': [[]],
  'outside.test': [[OUTSIDE]],
  'other-outside.test': [[OUTSIDE]],
  'rebinding.test': [[OUTSIDE], ['127.0.0.1']],
}

/** Addresses that must be refused. `{p}` is the port of the server that must not be reached. */
export const tricks = String.raw`
http://127.0.0.1:{p}/
http://127.0.0.1.:{p}/
http://127.1:{p}/
http://127.0.1:{p}/
http://127.255.255.254:{p}/
http://2130706433:{p}/
http://017700000001:{p}/
http://0177.0.0.1:{p}/
http://0177.0.0.01:{p}/
http://0x7f000001:{p}/
http://0x7f.0.0.1:{p}/
http://0x7f.1:{p}/
http://0x7F.0x0.0x0.0x1:{p}/
http://127.0.0.0x1:{p}/
http://0:{p}/
http://0.0.0.0:{p}/
http://0x0:{p}/
http://00000000000:{p}/
http://0.0.0.1:{p}/
http://[::1]:{p}/
http://[0:0:0:0:0:0:0:1]:{p}/
http://[0000::0001]:{p}/
http://[::]:{p}/
http://[::ffff:127.0.0.1]:{p}/
http://[::ffff:7f00:1]:{p}/
http://[0:0:0:0:0:ffff:127.0.0.1]:{p}/
http://[::FFFF:7F00:0001]:{p}/
http://[::127.0.0.1]:{p}/
http://[::7f00:1]:{p}/
http://[::ffff:0:127.0.0.1]:{p}/
http://[64:ff9b::127.0.0.1]:{p}/
http://[64:ff9b::7f00:1]:{p}/
http://[64:ff9b:1::7f00:1]:{p}/
http://[2002:7f00:1::]:{p}/
http://[2002:7f00:0001::1]:{p}/
http://[2001:0:7f00:1::]:{p}/
http://[2001:db8::1]:{p}/
http://[3fff::1]:{p}/
http://[100::1]:{p}/
http://[5f00::1]:{p}/
http://[fe80::1]:{p}/
http://[fe80::1%25lo]:{p}/
http://[fe80::1%lo]:{p}/
http://[::1%25lo]:{p}/
http://[fec0::1]:{p}/
http://[fc00::1]:{p}/
http://[fd00:ec2::254]:{p}/
http://[ff02::1]:{p}/
http://[4000::1]:{p}/
http://169.254.169.254/latest/meta-data/
http://2852039166/latest/meta-data/
http://0xa9fea9fe/latest/meta-data/
http://0251.0376.0251.0376/latest/meta-data/
http://[::ffff:169.254.169.254]/latest/meta-data/
http://[::ffff:a9fe:a9fe]/latest/meta-data/
http://100.100.100.200/latest/meta-data/
http://168.63.129.16/machine?comp=goalstate
http://192.0.0.192/opc/v1/instance/
http://metadata.google.internal/computeMetadata/v1/
http://metadata.azure.internal/
http://instance-data/latest/meta-data/
http://10.0.0.1:{p}/
http://172.16.0.1:{p}/
http://172.31.255.255:{p}/
http://192.168.0.1:{p}/
http://100.64.0.1:{p}/
http://100.127.255.255:{p}/
http://198.18.0.1:{p}/
http://192.0.2.1:{p}/
http://192.88.99.1:{p}/
http://224.0.0.1:{p}/
http://239.255.255.250:{p}/
http://240.0.0.1:{p}/
http://255.255.255.255:{p}/
http://localhost:{p}/
http://LOCALHOST:{p}/
http://localhost.:{p}/
http://inner.localhost:{p}/
http://loopback.test:{p}/
http://loopback6.test:{p}/
http://mapped.test:{p}/
http://mapped-hex.test:{p}/
http://compatible.test:{p}/
http://zone.test:{p}/
http://any.test:{p}/
http://any6.test:{p}/
http://private.test:{p}/
http://link-local.test:{p}/
http://nat64.test:{p}/
http://6to4.test:{p}/
http://127.0.0.1.nip.test:{p}/
http://mixed.test:{p}/
http://mixed-other-way.test:{p}/
http://empty.test:{p}/
http://user:password@127.0.0.1:{p}/
http://user@loopback.test:{p}/
http://:password@127.0.0.1:{p}/
http://outside.test@127.0.0.1:{p}/
http://outside.test:80@127.0.0.1:{p}/
http://outside.test%40127.0.0.1:{p}/
http://outside.test%2f@127.0.0.1:{p}/
http://outside.test\@127.0.0.1:{p}/
http://127.0.0.1:{p}\@outside.test/
http://127.0.0.1:{p}#@outside.test/
http://127.0.0.1:{p}?@outside.test/
http://127.0.0.1:{p};outside.test/
http:\\127.0.0.1:{p}\
http:/127.0.0.1:{p}/
http:127.0.0.1:{p}/
http:///127.0.0.1:{p}/
http://////127.0.0.1:{p}/
hTTp://127.0.0.1:{p}/
https://127.0.0.1:{p}/
http://127.0.0.1:0{p}/
http://127。0。0。1:{p}/
http://127．0．0．1:{p}/
http://127｡0｡0｡1:{p}/
http://１２７.0.0.1:{p}/
http://①②⑦.⓪.⓪.①:{p}/
http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:{p}/
http://localhoſt:{p}/
http://%6c%6f%63%61%6c%68%6f%73%74:{p}/
http://%31%32%37.0.0.1:{p}/
http://127.0.0.1%2e:{p}/
http://127.0.0.1%00.outside.test:{p}/
http://127.0.0.1%20:{p}/
http://loopback%E3%80%82test:{p}/
http://loop‍back.test:{p}/
http://loop­back.test:{p}/
//127.0.0.1:{p}/
127.0.0.1:{p}
file:///etc/passwd
file://127.0.0.1:{p}/
ftp://127.0.0.1:{p}/
gopher://127.0.0.1:{p}/_GET%20/
dict://127.0.0.1:{p}/info
ldap://127.0.0.1:{p}/
ws://127.0.0.1:{p}/
unix:/var/run/docker.sock
http+unix://%2Fvar%2Frun%2Fdocker.sock/
jar:http://127.0.0.1:{p}!/
netdoc:///etc/passwd
javascript:fetch('http://127.0.0.1:{p}')
data:text/html,hello
blob:http://127.0.0.1:{p}/x
view-source:http://127.0.0.1:{p}/
about:blank
`
  .split('\n')
  .filter(Boolean)

/** Addresses that cannot be written as a line of text above. */
export const tricks_with_controls = [
  'http://127.0.0.1\t:{p}/',
  'http://127.0.\n0.1:{p}/',
  '\u0000http://127.0.0.1:{p}/',
  ' http://127.0.0.1:{p}/ ',
  'ht\ntp://loop\tback.test:{p}/',
  'http://127.0.0.1:{p}/\r\nHost: outside.test',
  'http://127.0.0.1\u0000.outside.test:{p}/',
  'http://loopback.test\u200b:{p}/',
  'http://\u202eloopback.test:{p}/',
  '',
  ' ',
  `http://${'a'.repeat(70_000)}.test:{p}/`,
]

/** Targets of redirects. */
export const redirect_targets = [
  'http://127.0.0.1:{p}/',
  'http://2130706433:{p}/',
  'http://[::1]:{p}/',
  'http://[::ffff:127.0.0.1]:{p}/',
  'http://[::127.0.0.1]:{p}/',
  'http://localhost:{p}/',
  'http://loopback.test:{p}/',
  'http://mixed.test:{p}/',
  'http://metadata.google.internal/',
  'http://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1:{p}/',
  '//127.0.0.1:{p}/',
  '\\\\127.0.0.1:{p}\\',
  '/\\127.0.0.1:{p}/',
  '///127.0.0.1:{p}/',
  'http:\\\\127.0.0.1:{p}/',
  ' http://127.0.0.1:{p}/',
  'http://user:password@127.0.0.1:{p}/',
  'http://user:password@outside.test/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:{p}/',
  'data:text/plain,hello',
  'http://',
]
