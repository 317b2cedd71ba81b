"""interrupt.py FLAG SIGNAL COMMAND...: ends the command by the signal once the file FLAG is there."""

import os
import pathlib
import signal
import subprocess
import sys
import time

flag, name, *command = sys.argv[1:]
# Who runs the tests may have it ignored.
process = subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.Signals[name], signal.SIG_DFL))
while not os.path.exists(flag):
    time.sleep(0.02)
pathlib.Path(flag).unlink()
process.send_signal(signal.Signals[name])
assert process.wait(timeout=20) == -signal.Signals[name]
