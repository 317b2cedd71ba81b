from .inner import present
