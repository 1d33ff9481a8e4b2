import { connects, does, loads, type Rule, reads, rule, starts, writes } from './ability-rules.ts'

/** Functions of modules that mostly compute, and of common packages, which use files, servers or code all the same. */
export const PYTHON_FILES: Rule[] = [
  rule('logging\\.FileHandler', writes),
  rule('logging\\.basicConfig', { kind: 'writes', named: 'filename' }),
  rule(
    'xml\\.(etree\\.(c?ElementTree)\\.(parse|iterparse)|dom\\.(minidom|pulldom)\\.parse|sax\\.parse)',
    reads,
  ),
  rule(
    '(configparser\\.\\w+|http\\.cookiejar\\.\\w+|gettext)(\\(\\))?\\.(read|load|revert|translation|install|find)',
    reads,
  ),
  rule('http\\.cookiejar\\.\\w+\\(\\)\\.save', writes),
  rule('argparse\\.FileType', does('reads')),
  rule('argparse\\.ArgumentParser', { kind: 'reads', named: 'fromfile_prefix_chars' }),
  rule('readline\\.(read_history_file|read_init_file)', reads),
  rule('readline\\.(write_history_file|append_history_file)', writes),
  rule('tokenize\\.open|tomllib\\.load_path|os\\.f?chdir|contextlib\\.chdir', reads),
  rule(
    'zipfile\\.ZipFile\\(\\)\\.(extract|extractall)|tarfile\\.\\w+\\(\\)\\.(extract|extractall)',
    does('writes', 1),
  ),
  rule('pathlib\\.\\w*Path(\\(\\))?\\.(rename|replace|copy|copy_into|move|move_into)', writes),
  rule('pathlib\\.\\w*Path(\\(\\))?\\.(chmod|lchmod|link_to)', does('writes')),
  rule('unittest(\\.\\w+)*\\.(TestLoader|defaultTestLoader|main|_importer|patch)(\\(\\))?(\\..*)?', loads),
  rule(
    'asyncio\\.\\w+\\(\\)\\.(create_\\w+_connection|create_server|create_datagram_endpoint|sock_connect|getaddrinfo)',
    connects,
  ),
  rule('asyncio\\.\\w+\\(\\)\\.subprocess_\\w+', starts),
  rule(
    '(pandas|dask|torch|numpy|joblib)(\\.\\w+)*\\.(read_pickle|eval|unpickle)|torch\\.(load|hub\\..*)',
    loads,
  ),
  rule(
    '(pandas|polars|numpy|dask\\.dataframe)\\.(read_\\w+|scan_\\w+|load|loadtxt|genfromtxt|fromfile|memmap)',
    reads,
  ),
  rule('(pandas|polars|numpy|dask|torch)\\.\\w+', null),
]
