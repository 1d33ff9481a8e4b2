import { undeclaredIn, manifestOf } from './src/shared/scan/testing/archives.ts'
console.log(undeclaredIn({'main.py':'import importlib, sys\nimportlib.import_module("own.parts." + sys.argv[1])\n','own/__init__.py':'','windfall.json':manifestOf('python','main.py')}))
